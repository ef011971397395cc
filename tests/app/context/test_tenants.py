from hypothesis import given
from hypothesis import strategies as st

from app.context import Scope


def test_a_key_names_the_tenant_and_its_domain():
    assert Scope(org_id=1).key() == "org1:domNone"
    assert Scope(999, 4).key() == "org999:dom4"


def test_two_tenants_with_one_question_have_two_keys():
    assert len({Scope(org_id=org).key() + "|the same question" for org in (1, 999)}) == 2


names = st.text(alphabet=":%domN1one", max_size=6)
scopes = st.builds(Scope, names, st.one_of(st.none(), names, st.just("None")))


@given(scopes, scopes)
def test_no_two_scopes_share_a_key(one, other):
    assert (one == other) == (one.key() == other.key())
