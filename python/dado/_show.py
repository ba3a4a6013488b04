"""Documents as HTML, for notebooks: the same parts in the same order, charts drawn as SVG."""
from __future__ import annotations

import html
from typing import Any, Callable, Dict, List

_TONES = {"good": "#2e7d32", "plain": "#555", "unsure": "#8a6d00", "warn": "#b35900", "bad": "#b71c1c"}
_INKS = ("#3366aa", "#cc6633", "#339966", "#994499", "#998833", "#444444")


def _number(x: Any) -> str:
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, float):
        return f"{x:.4g}"
    return str(x)


def figure(x: Any) -> str:
    """A value, with its interval where it has one."""
    if x is None:
        return ""
    if isinstance(x, list):
        return " ".join(_number(v) for v in x[:12]) + (" …" if len(x) > 12 else "")
    if not isinstance(x, dict):
        return _number(x)
    value, low, high = x.get("value"), x.get("low"), x.get("high")
    share = x.get("kind") in ("share", "chance")
    said = (lambda v: f"{100 * v:.1f} %") if share and isinstance(value, (int, float)) else _number
    text = said(value) if value is not None else ""
    return text if low is None or high is None else f"{text} ({said(low)} to {said(high)})"


def _table(part: Dict[str, Any], most: int = 60) -> str:
    fields, rows = part["fields"], part["rows"]
    head = "".join(f"<th>{html.escape(f['title'])}</th>" for f in fields)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(figure(row.get(f['name'])))}</td>" for f in fields) + "</tr>" for row in rows[:most])
    more = f"<p>and {len(rows) - most} more rows</p>" if len(rows) > most else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _scale(values: List[float], low: float, high: float) -> Callable[[float], float]:
    least, most = min(values), max(values)
    span = most - least or 1.0
    return lambda v: low + (high - low) * (v - least) / span


def _chart(part: Dict[str, Any]) -> str:
    wide, tall, pad = 460, 200, 34
    series = [s for s in part["series"] if any(isinstance(y, (int, float)) for y in s["y"])]
    if not series:
        return ""
    xs = [x for s in series for x in list(s.get("x") or range(len(s["y"]))) + list(s.get("x_end") or []) if x is not None]
    ys = [y for s in series for y in list(s["y"]) + list(s.get("low") or []) + list(s.get("high") or []) if y is not None]
    if any(s["mark"] == "bars" for s in series):
        ys.append(0)
    across, up = _scale(xs, pad + 10, wide - 20), _scale(ys, tall - pad, 12)
    if part["y"].get("downward"):
        up = _scale(ys, 12, tall - pad)
    drawn = []
    for number, s in enumerate(series):
        ink, given = _INKS[number % len(_INKS)], s.get("x") or list(range(len(s["y"])))
        points = [(across(x), up(y), i) for i, (x, y) in enumerate(zip(given, s["y"])) if x is not None and y is not None]
        if s["mark"] == "bars":
            ends, half = s.get("x_end"), max(2.0, 0.3 * (wide - 60) / max(len(points), 1))
            for x, y, i in points:
                left, right = (x, across(ends[i])) if ends else (x - half, x + half)
                base = up(0)
                drawn.append(f'<rect x="{left:.1f}" y="{min(y, base):.1f}" width="{max(right - left - 1, 1):.1f}" height="{abs(base - y):.1f}" fill="{ink}"/>')
        elif s["mark"] == "dots":
            drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{ink}"/>' for x, y, _ in points]
        else:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
            drawn.append(f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="1.5"/>')
        for x, _, i in points:
            if s.get("low") and s["low"][i] is not None and s["high"][i] is not None:
                drawn.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{up(s["low"][i]):.1f}" y2="{up(s["high"][i]):.1f}" stroke="#222"/>')
        if s.get("name"):
            drawn.append(f'<text x="{pad + 14 + 90 * number}" y="10" font-size="10" fill="{ink}">{html.escape(s["name"])}</text>')
    for at, text in ((tall - pad, min(ys)), (12, max(ys))):
        drawn.append(f'<text x="2" y="{at + 4:.0f}" font-size="10">{html.escape(_number(text))}</text>')
    labels = part["x"].get("labels") or [_number(min(xs)), _number(max(xs))]
    for i, label in enumerate(labels):
        x = pad + 10 + (wide - 30 - pad) * i / max(len(labels) - 1, 1)
        drawn.append(f'<text x="{x:.0f}" y="{tall - pad + 16}" font-size="10" text-anchor="middle">{html.escape(str(label))}</text>')
    return (f'<figure><figcaption>{html.escape(part.get("title") or "")}</figcaption><svg width="{wide}" height="{tall}" '
            f'role="img" aria-label="{html.escape(part.get("about") or "")}">{"".join(drawn)}</svg></figure>')


def _verdicts(part: Dict[str, Any]) -> str:
    return "<ul>" + "".join(
        f'<li><b style="color:{_TONES.get(v["tone"], "#555")}">{html.escape(v["claim"])}</b> {html.escape(v.get("evidence") or "")}</li>'
        for v in part["verdicts"]) + "</ul>"


def _facts(part: Dict[str, Any]) -> str:
    return "<table>" + "".join(
        f"<tr><th>{html.escape(f['label'])}</th><td>{html.escape(figure(f))}</td><td>{html.escape(f.get('about') or '')}</td></tr>"
        for f in part["facts"].values()) + "</table>"


def _diagnostics(part: Dict[str, Any]) -> str:
    return "<ul>" + "".join(
        f"<li><code>{html.escape(d.get('file') or '')}:{d.get('line')}:{d.get('column')}</code> {html.escape(d['text'])}</li>"
        for d in part["diagnostics"]) + "</ul>"


def _part(part: Dict[str, Any]) -> str:
    kind = part["kind"]
    if kind == "table":
        return _table(part)
    if kind == "facts":
        return _facts(part)
    if kind == "verdicts":
        return _verdicts(part)
    if kind == "chart":
        return _chart(part) if part.get("shape") == "chart" else f"<p>{html.escape(part.get('about') or '')}</p>"
    if kind == "picture":
        return str(part["svg"])
    if kind == "diagnostics":
        return _diagnostics(part)
    if kind == "text":
        return f"<p>{html.escape(part['text'])}</p>"
    if kind == "source":
        return f"<pre>{html.escape(part['text'])}</pre>"
    if kind == "links":
        return "<ul>" + "".join(f"<li>{html.escape(link['label'])}: <code>{html.escape(link['target'])}</code></li>" for link in part["links"]) + "</ul>"
    return ""


def page(document: Dict[str, Any]) -> str:
    """A whole document."""
    said = html.escape(document.get("said") or "")
    parts = []
    for part in document["parts"].values():
        heading = f"<h4>{html.escape(part['heading'])}</h4>" if part.get("heading") else ""
        caption = f"<p><i>{html.escape(part['caption'])}</i></p>" if part.get("caption") else ""
        parts.append(heading + caption + _part(part))
    return f"<section><h3>{html.escape(document['title'])}</h3><p>{said}</p>{''.join(parts)}</section>"
