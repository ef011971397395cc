import json

import pytest

from importers.apis.identity import Identity, identity_of
from importers.apis.json_text import fields_of
from importers.calls import Call
from importers.redaction import Redactor

SESSION = "0aba6c69-55cf-4200-ac0b-9378b546d0b7"
REDACTOR = Redactor(b"salt")


def who(body: dict | None = None, url: str = "", conversation: str | None = None, **headers: str) -> Identity:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    call = Call(source="log", url=url, headers=named, conversation=conversation)
    return identity_of(call, fields_of(json.dumps(body or {}).encode()), REDACTOR)


@pytest.mark.parametrize(
    "body",
    [
        {"conversation": SESSION},
        {"conversation": {"id": SESSION}},
        {"session_id": SESSION},
        {"metadata": {"session_id": SESSION}},
        {"metadata": {"user_id": f"user_ab_account_cd_session_{SESSION}"}},
        {"metadata": {"user_id": f"user_ab_account__session_{SESSION}"}},
        {"metadata": {"user_id": json.dumps({"device_id": "d", "session_id": SESSION})}},
    ],
)
def test_a_conversation_is_named_in_the_body(body: dict) -> None:
    assert who(body).conversation == SESSION


@pytest.mark.parametrize(
    "header", ["x_session_id", "x_claude_code_session_id", "session_id", "x_grok_conv_id"]
)
def test_a_conversation_is_named_in_a_header(header: str) -> None:
    assert who({}, **{header: SESSION}).conversation == SESSION


def test_the_first_name_counts() -> None:
    body = {"conversation": "body", "metadata": {"user_id": f"u_session_{SESSION}"}}
    assert who(body, conversation="log", x_session_id="header").conversation == "log"
    assert who(body, x_session_id="header").conversation == "body"
    assert who({"metadata": body["metadata"]}, x_session_id="header").conversation == SESSION


@pytest.mark.parametrize(
    "body", [{}, {"metadata": {"user_id": "visitor-1"}}, {"metadata": 3}, {"conversation": None}]
)
def test_a_call_may_name_no_conversation(body: dict) -> None:
    assert who(body).conversation is None


def test_a_cache_key_is_no_conversation() -> None:
    found = who({"prompt_cache_key": "boats"})
    assert (found.conversation, found.cache_key) == (None, "boats")


def test_the_account_is_a_fingerprint_of_the_credential() -> None:
    assert who(x_api_key="k1").account == who(authorization="Bearer k1").account
    assert who(x_api_key="k1").account != who(x_api_key="k2").account
    assert who(url="https://a.example/v1?key=k1").account == who(x_goog_api_key="k1").account
    assert who().account is None


def test_an_aws_credential_is_the_same_on_another_day() -> None:
    signed = "AWS4-HMAC-SHA256 Credential=AKIA1/{}/us-east-1/bedrock/aws4_request, Signature=ab{}"
    assert (
        who(authorization=signed.format(20260101, 1)).account
        == who(authorization=signed.format(20260102, 2)).account
    )


def test_flat_rate_traffic_is_told_and_its_rotating_token_does_not_change_the_account() -> None:
    body = {"metadata": {"user_id": f"user_ab_account_abcdefgh12_session_{SESSION}"}}
    one = who(body, authorization="Bearer sk-ant-oat01-aaaa")
    other = who(body, authorization="Bearer sk-ant-oat01-bbbb")
    assert one.subscription
    assert one.account == other.account
    assert who(anthropic_beta="oauth-2025-04-20").subscription
    assert not who(x_api_key="sk-ant-api03-x").subscription
