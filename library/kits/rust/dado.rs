// dado.rs - plays any game of dado from Rust over pipes; copy it beside your agent.
//
//     mod dado;
//     fn main() { dado::play(|_| Some(0), "first") }   // which move; None gives up
//
// The view is handed over as the JSON text it came in: bring the reader you
// like. Remarks go to stderr: standard output belongs to the conversation.
//
// Protocol 2: the budget of a turn is processor time, all threads added up. The clock on the wall
// stands behind it, five times as long. Rest while others think: a player that is busy then is
// frozen until it is asked again.
#![allow(dead_code)]
use std::io::{self, BufRead, Write};

#[derive(Default)]
pub struct Turn {
    pub game: String,
    pub seat: usize,
    pub players: usize,
    pub view: String,          // JSON
    pub moves: Vec<String>,    // legal, in words
    pub error: Option<String>, // why the last answer was refused
    state: u64,
}

impl Turn {
    // A number below `count`, by SplitMix64 from the seed of the match.
    pub fn random(&mut self, count: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E3779B97F4A7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D049BB133111EB);
        ((z ^ (z >> 31)) % count as u64) as usize
    }

    // What would happen? From world number `world` that fits the view (the same number, the same
    // world and luck), after these moves in words, of whoever is to move; then `on` more at random.
    // The answer is JSON, None if dado has gone: view, actor, over, scores (more is better), places
    // once it is over, made, left (of the budget), with `list` the legal moves there, and, where it
    // went no further, error: BUDGET once that is spent. `value_of` finds each.
    pub fn what_if(&self, moves: &[&str], world: u64, on: u64, list: bool) -> Option<String> {
        let words: Vec<String> = moves.iter().map(|m| quoted(m)).collect();
        say(&format!("{{\"t\":\"if\",\"world\":{},\"on\":{},\"list\":{},\"moves\":[{}]}}",
                     world, on, list, words.join(",")));
        loop {
            let line = heard()?;
            if text_of(line.as_bytes(), "t") == "then" {
                return Some(line);
            }
        }
    }
}

fn say(line: &str) {
    let mut out = io::stdout();
    let _ = writeln!(out, "{}", line);
    let _ = out.flush();
}

// The next line; None once there are no more.
fn heard() -> Option<String> {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(bytes) if bytes > 0 => Some(line),
        _ => None,
    }
}

// Where a member of the outermost object begins.
fn member(json: &[u8], name: &str) -> Option<usize> {
    let (mut depth, mut i) = (0, 0);
    while i < json.len() {
        match json[i] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b'"' => {
                i += 1;
                let begin = i;
                while i < json.len() && json[i] != b'"' {
                    i += if json[i] == b'\\' { 2 } else { 1 };
                }
                let here = depth == 1 && json.get(i + 1) == Some(&b':');
                if here && &json[begin..i] == name.as_bytes() {
                    return Some(i + 2);
                }
            }
            _ => {}
        }
        i += 1;
    }
    None
}

// The string that begins at `at`, and the place behind it.
fn text(json: &[u8], mut at: usize) -> (String, usize) {
    let mut out = Vec::new();
    at += 1;
    while at < json.len() && json[at] != b'"' {
        if json[at] == b'\\' {
            at += 1;
            match json[at] {
                b'u' => {
                    let digits = std::str::from_utf8(&json[at + 1..at + 5]).unwrap_or("3f");
                    let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                    out.extend(c.unwrap_or('?').to_string().bytes());
                    at += 4;
                }
                b'n' => out.push(b'\n'),
                b't' => out.push(b'\t'),
                c => out.push(c),
            }
        } else {
            out.push(json[at]);
        }
        at += 1;
    }
    (String::from_utf8_lossy(&out).into_owned(), at + 1)
}

// Where the value that begins at `at` ends.
fn value_end(json: &[u8], mut at: usize) -> usize {
    let mut depth = 0;
    while at < json.len() {
        match json[at] {
            b'"' => {
                at += 1;
                while at < json.len() && json[at] != b'"' {
                    at += if json[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'{' | b'[' => depth += 1,
            b',' | b'}' | b']' if depth == 0 => break,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    at.min(json.len())
}

// The value of a member of the outermost object, as JSON; empty if there is none.
pub fn value_of<'a>(json: &'a str, name: &str) -> &'a str {
    match member(json.as_bytes(), name) {
        Some(at) => &json[at..value_end(json.as_bytes(), at)],
        None => "",
    }
}

fn text_of(json: &[u8], name: &str) -> String {
    match member(json, name) {
        Some(at) if json[at] == b'"' => text(json, at).0,
        _ => String::new(),
    }
}

fn number_of(json: &[u8], name: &str) -> u64 {
    let at = member(json, name).unwrap_or(json.len());
    json[at..].iter().take_while(|c| c.is_ascii_digit())
        .fold(0u64, |n, c| n.wrapping_mul(10).wrapping_add((c - b'0') as u64))
}

fn quoted(words: &str) -> String {
    let plain = words.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", plain.replace('\n', "\\n"))
}

// Território: the six neighbours of a tile, N NE SE S SW NW, those off the map left out.
pub fn neighbours(x: i32, y: i32, width: i32, height: i32) -> Vec<(i32, i32)> {
    let steps = [[(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)],
                 [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]];
    steps[(x % 2) as usize].iter().map(|s| (x + s.0, y + s.1))
        .filter(|p| p.0 >= 0 && p.1 >= 0 && p.0 < width && p.1 < height).collect()
}

// Território: steps between two tiles.
pub fn distance(x1: i32, y1: i32, x2: i32, y2: i32) -> i32 {
    let dx = (x2 - x1).abs();
    let up = if x1 % 2 == 0 { (dx + 1) / 2 } else { dx / 2 };
    dx + 0.max(y1 - up - y2).max(y2 - y1 - (dx - up))
}

pub fn play<F: FnMut(&mut Turn) -> Option<usize>>(mut choose: F, name: &str) {
    let mut turn = Turn::default();
    let mut code = String::new();
    while let Some(line) = heard() {
        let json = line.as_bytes();
        let kind = text_of(json, "t");
        if kind == "hello" {
            turn = Turn { game: text_of(json, "game"), seat: number_of(json, "seat") as usize,
                          players: number_of(json, "players") as usize,
                          state: number_of(json, "seed"), ..Turn::default() };
            say(&format!("{{\"t\":\"ready\",\"moves\":true,\"name\":{}}}", quoted(name)));
        } else if kind == "turn" || kind == "err" {
            turn.error = if kind == "err" { Some(text_of(json, "error")) } else { None };
            if kind == "turn" {
                code = text_of(json, "code");
                turn.view = value_of(&line, "view").to_string();
                turn.moves.clear();
                let mut at = member(json, "moves").map_or(json.len(), |m| m + 1);
                while at < json.len() && json[at] != b']' {
                    if json[at] == b'"' {
                        let (words, next) = text(json, at);
                        turn.moves.push(words);
                        at = next;
                    } else {
                        at += 1;
                    }
                }
            }
            match choose(&mut turn) {
                Some(i) if i < turn.moves.len() => say(&format!(
                    "{{\"t\":\"move\",\"code\":{},\"move\":{}}}", quoted(&code), quoted(&turn.moves[i]))),
                _ => say("{\"t\":\"resign\"}"),
            }
        }
    }
}
