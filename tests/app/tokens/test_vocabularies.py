import os
import socket
import sys

import pytest

from app.tokens import count, vocabularies
from app.tokens.vocabularies import vocabulary


@pytest.fixture
def fresh():
    """Loads again inside the test, and again after it."""
    vocabulary.cache_clear()
    yield
    vocabulary.cache_clear()


@pytest.fixture
def offline(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("reached for the network")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.parametrize(
    ("name", "text", "ids"),
    [
        ("o200k_base", "hello world", [24912, 2375]),
        ("cl100k_base", "hello world", [15339, 1917]),
        ("o200k_base", "tiktoken is great!", [83, 8251, 2488, 382, 2212, 0]),
        ("cl100k_base", "tiktoken is great!", [83, 1609, 5963, 374, 2294, 0]),
    ],
)
def test_ids_are_those_of_the_published_tokenizer(name, text, ids):
    assert vocabulary(name).encode_ordinary(text) == ids


def test_loading_needs_no_network_and_leaves_no_trace(fresh, offline, monkeypatch):
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "/nowhere/of/mine")
    assert vocabulary("cl100k_base") is not None
    assert os.environ["TIKTOKEN_CACHE_DIR"] == "/nowhere/of/mine"
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR")
    assert vocabulary("o200k_base") is not None
    assert "TIKTOKEN_CACHE_DIR" not in os.environ


def test_the_vocabulary_is_read_once(fresh, monkeypatch):
    first = vocabulary("cl100k_base")
    monkeypatch.setattr(vocabularies, "packaged", lambda name: pytest.fail("read again"))
    assert vocabulary("cl100k_base") is first


def no_file(name):
    raise FileNotFoundError(name)


def no_package(name):
    raise ModuleNotFoundError(name)


def cut_short(name):
    raise EOFError


@pytest.mark.parametrize(
    "packaged", [lambda name: b"aGVsbG8= 0\n", lambda name: b"", no_file, no_package, cut_short]
)
def test_a_damaged_or_missing_file_means_estimates_and_no_download(fresh, offline, monkeypatch, packaged):
    monkeypatch.setattr(vocabularies, "packaged", packaged)
    assert vocabulary("o200k_base") is None
    assert count("hello world", "gpt-4o").provenance == "estimated"


def test_without_tiktoken_counts_are_estimates(fresh, monkeypatch):
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    assert count("hello world", "gpt-4o").provenance == "estimated"
