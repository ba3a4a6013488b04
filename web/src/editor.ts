// editor.ts - where rules are written: CodeMirror with the language's grammar.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldNodeProp, HighlightStyle, indentNodeProp, indentUnit, LanguageSupport,
  LRLanguage, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers,
  WidgetType } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { styleTags, tags } from "@lezer/highlight";
import { parser } from "../generated/recycle.js";
import type { Dial } from "./dials";
import { words } from "./words";

const language = LRLanguage.define({
  name: "recycle",
  parser: parser.configure({
    props: [
      styleTags({ Comment: tags.lineComment, Name: tags.constant(tags.name), Variable: tags.variableName,
        Number: tags.number, Text: tags.string, Word: tags.keyword, Sign: tags.operator, "( )": tags.paren }),
      indentNodeProp.add({ List: (context) => context.column(context.node.from) + context.unit }),
      foldNodeProp.add({ List: (node) => ({ from: node.from + 1, to: node.to - 1 }) }),
    ],
  }),
  languageData: { commentTokens: { line: ";;" }, closeBrackets: { brackets: ["(", '"'] } },
});

// Colours are variables of the sheet, so that both schemes are served.
const colours = HighlightStyle.define([
  { tag: tags.lineComment, class: "c-comment" }, { tag: tags.keyword, class: "c-word" },
  { tag: tags.constant(tags.name), class: "c-name" }, { tag: tags.variableName, class: "c-variable" },
  { tag: tags.number, class: "c-number" }, { tag: tags.string, class: "c-text" },
  { tag: tags.operator, class: "c-sign" }, { tag: tags.paren, class: "c-paren" },
]);

// What is offered while one types: the words of the language, and names that the text has already.
function offer(context: CompletionContext): CompletionResult | null {
  const before = context.matchBefore(/'?[A-Za-z_][A-Za-z0-9_]*/);
  if (!before || (before.from === before.to && !context.explicit)) return null;
  const own = new Set(context.state.doc.toString().match(/'?[A-Z][A-Z0-9_]+/g) ?? []);
  own.delete(before.text);
  return {
    from: before.from,
    options: [
      ...words.map(([label, detail]) => ({ label, info: detail, type: "keyword" })),
      ...[...own].map((label) => ({ label, type: label.startsWith("'") ? "variable" : "constant" })),
    ],
    validFor: /^'?[A-Za-z_][A-Za-z0-9_]*$/,
  };
}

const meanings = new Map(words);
const hover = hoverTooltip((view, position) => {
  const word = view.state.wordAt(position);
  const meaning = word && meanings.get(view.state.sliceDoc(word.from, word.to));
  if (!word || !meaning) return null;
  return { pos: word.from, end: word.to, create: () => {
    const dom = document.createElement("div");
    dom.className = "meaning";
    dom.textContent = meaning;
    return { dom };
  } };
});

// Remarks in the margin: how often a rule fired, what it is worth.
export type Remark = { line: number; text: string; tone?: "dead" | "worth"; press?: (line: number) => void };
const setRemarks = StateEffect.define<Remark[]>();
class RemarkWidget extends WidgetType {
  constructor(readonly remark: Remark) { super(); }
  override ignoreEvent() { return true; }
  override eq(other: RemarkWidget) { return other.remark.text === this.remark.text && other.remark.tone === this.remark.tone && other.remark.line === this.remark.line; }
  toDOM() {
    const dom = document.createElement(this.remark.press ? "button" : "span");
    dom.className = `remark ${this.remark.tone ?? ""}`;
    dom.textContent = this.remark.text;
    if (this.remark.press) {
      dom.title = "What is this line worth?";
      dom.setAttribute("aria-label", `line ${this.remark.line}: ${this.remark.text}. What is it worth?`);
      dom.onclick = () => this.remark.press!(this.remark.line);
    }
    return dom;
  }
}
const remarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let now = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setRemarks)) continue;
      const doc = transaction.state.doc;
      now = Decoration.set(effect.value.filter((r) => r.line >= 1 && r.line <= doc.lines).map((r) =>
        Decoration.widget({ widget: new RemarkWidget(r), side: 1 }).range(doc.line(r.line).to)), true);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export type Complaint = { line: number; column: number; length: number; severity: "error" | "warning"; text: string };

export type Editor = {
  dom: HTMLElement;
  text(): string;
  set(text: string): void;
  complain(complaints: Complaint[]): void;
  remark(remarks: Remark[]): void;
  reveal(line: number): void;
  replace(from: number, to: number, text: string): void;
  focus(): void;
  close(): void;
};

// The number that the cursor stands on, or at the end of.
function numberAt(state: EditorState): Dial | null {
  for (const side of [1, -1] as const) {
    const node = syntaxTree(state).resolveInner(state.selection.main.head, side);
    if (node.name === "Number") return { name: null, value: Number(state.sliceDoc(node.from, node.to)), from: node.from, to: node.to };
  }
  return null;
}

export function makeEditor(place: HTMLElement, text: string, changed: (text: string) => void,
  stands: (at: Dial | null) => void, plain: boolean, nonce: string): Editor {
  const readOnly = new Compartment();
  const view = new EditorView({
    parent: place,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), highlightActiveLine(),
        bracketMatching(), closeBrackets(), indentUnit.of("  "), syntaxHighlighting(colours), remarks,
        plain ? [] : [new LanguageSupport(language), autocompletion({ override: [offer] }), hover],
        // Tab leaves the editor after Escape, as everywhere; otherwise it moves the line.
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap,
          { key: "Tab", run: indentMore }, { key: "Shift-Tab", run: indentLess }]),
        EditorView.contentAttributes.of({ "aria-label": "description of the game", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(view.state.doc.toString());
          if (update.docChanged || update.selectionSet) stands(numberAt(view.state));
        }),
        readOnly.of([]), EditorView.lineWrapping, EditorView.cspNonce.of(nonce),
      ],
    }),
  });
  const at = (line: number, column: number) => {
    const doc = view.state.doc;
    const row = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(row.from + Math.max(column - 1, 0), row.to);
  };
  return {
    dom: view.dom,
    text: () => view.state.doc.toString(),
    set: (now) => { if (now !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } }); },
    complain: (complaints) => view.dispatch(setDiagnostics(view.state, complaints.map((c): Diagnostic => {
      const from = at(c.line, c.column);
      return { from, to: Math.max(from, at(c.line, c.column + Math.max(c.length, 1))), severity: c.severity, message: c.text };
    }))),
    remark: (list) => view.dispatch({ effects: setRemarks.of(list) }),
    reveal: (line) => { view.dispatch({ selection: { anchor: at(line, 1) }, scrollIntoView: true }); view.focus(); },
    replace: (from, to, insert) => view.dispatch({ changes: { from, to, insert } }),
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
