import base64
import json
import struct

import pytest

from app.tokens import Count, block_text, count, count_block
from app.tokens.blocks import call_of, load_block, pieces
from app.tokens.media import Media, picture_tokens
from importers.records import Kind

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 480)).decode()
PDF = base64.b64encode(b"%PDF-1.4 <</Type/Page>> <</Type /Page >>").decode()
PICTURE = Media(kind="image", width=640, height=480)


def text_of(block, kind=Kind.TEXT):
    return block_text(json.dumps(block).encode(), kind)


@pytest.mark.parametrize(
    ("block", "kind", "text"),
    [
        ({"type": "text", "text": "hi"}, Kind.TEXT, "hi"),
        ("a refusal", Kind.TEXT, "a refusal"),
        ({"type": "thinking", "thinking": "hm", "signature": "c2ln"}, Kind.REASONING, "hm"),
        ({"type": "reasoning", "summary": [{"type": "summary_text", "text": "s"}]}, Kind.REASONING, "s"),
        ({"reasoningContent": {"reasoningText": {"text": "hm", "signature": "x"}}}, Kind.REASONING, "hm"),
        ({"type": "redacted_thinking", "data": "b64"}, Kind.REASONING, ""),
        ([{"type": "reasoning.encrypted", "data": "b64", "format": "f", "index": 0}], Kind.REASONING, ""),
        ({"type": "tool_result", "tool_use_id": "c1", "content": "one"}, Kind.TOOL_RESULT, "one"),
        (
            {
                "type": "tool_result",
                "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
            },
            Kind.TOOL_RESULT,
            "a\nb",
        ),
        ({"type": "function_call_output", "call_id": "c1", "output": "42"}, Kind.TOOL_RESULT, "42"),
        ({"functionResponse": {"name": "f", "response": {"n": 4}}}, Kind.TOOL_RESULT, '{"n":4}'),
        ({"toolResult": {"toolUseId": "c", "content": [{"json": {"n": 4}}]}}, Kind.TOOL_RESULT, '{"n":4}'),
        ({"type": "tool_use", "id": "c1", "name": "f", "input": {"n": 4}}, Kind.TOOL_CALL, 'f\n{"n":4}'),
        (
            {"type": "function", "function": {"name": "f", "arguments": '{"n": 4}'}},
            Kind.TOOL_CALL,
            'f\n{"n": 4}',
        ),
        (
            {"name": "f", "input_schema": {"type": "object"}},
            Kind.TOOL,
            '{"name":"f","input_schema":{"type":"object"}}',
        ),
        ({"type": "search_result", "source": "u", "content": [{"text": "found"}]}, Kind.OTHER, "found"),
        ({"type": "item_reference", "id": "x"}, Kind.OTHER, ""),
        ({"type": "web_fetch", "page": 4}, Kind.OTHER, '{"type":"web_fetch","page":4}'),
        (None, Kind.TEXT, ""),
        (4, Kind.TEXT, "4"),
    ],
)
def test_the_text_of_a_block_is_what_the_model_reads(block, kind, text):
    assert text_of(block, kind) == text


@pytest.mark.parametrize(
    ("block", "media"),
    [
        ({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}, PICTURE),
        ({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}, PICTURE),
        ({"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"}, PICTURE),
        ({"inlineData": {"mimeType": "image/png", "data": PNG}}, PICTURE),
        ({"image": {"format": "png", "source": {"bytes": PNG}}}, PICTURE),
        ({"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}, Media(kind="image")),
        ({"type": "image", "source": {"type": "file", "file_id": "f1"}}, Media(kind="image")),
        (
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": PDF}},
            Media(kind="pdf", pages=2),
        ),
        (
            {"type": "file", "file": {"file_data": f"data:application/pdf;base64,{PDF}"}},
            Media(kind="pdf", pages=2),
        ),
        ({"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}, Media(kind="audio")),
        ({"fileData": {"mimeType": "video/mp4", "fileUri": "gs://b/v"}}, Media(kind="video")),
        ({"video": {"format": "mp4", "source": {"bytes": "AAAA"}}}, Media(kind="video")),
    ],
)
def test_a_medium_is_known_by_its_measures_in_every_api(block, media):
    assert list(pieces(block, Kind.MEDIA)) == [media]


def test_a_plain_text_document_is_text():
    block = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Dear all"}}
    assert list(pieces(block, Kind.MEDIA)) == ["Dear all"]


def test_a_picture_inside_a_result_is_measured_there():
    source = {"type": "base64", "media_type": "image/png", "data": PNG}
    content = [{"type": "text", "text": "seen"}, {"type": "image", "source": source}]
    block = {"type": "tool_result", "tool_use_id": "c1", "content": content}
    assert list(pieces(block, Kind.TOOL_RESULT)) == ["seen", PICTURE]


def test_a_block_is_counted_by_its_texts_and_its_media():
    source = {"type": "base64", "media_type": "image/png", "data": PNG}
    content = [{"type": "text", "text": "hello world"}, {"type": "image", "source": source}]
    counted = count_block(json.dumps({"content": content}).encode(), Kind.TOOL_RESULT, "gpt-4o")
    assert counted == Count(2 + picture_tokens(640, 480, "gpt-4o"), "estimated")


def test_a_text_block_is_counted_without_its_braces():
    block = json.dumps({"type": "text", "text": "hello world"}).encode()
    assert count_block(block, Kind.TEXT, "gpt-4o") == count("hello world", "gpt-4o")


def test_a_call_is_its_name_and_its_arguments_as_sent():
    assert call_of({"type": "custom", "custom": {"name": "patch", "input": "*** Begin"}}) == (
        "patch",
        "*** Begin",
    )
    assert call_of({"type": "web_search_call"}) == ("", {})


def test_what_is_no_json_stands_for_itself():
    assert load_block(b"plain \xff") == "plain \ufffd"
