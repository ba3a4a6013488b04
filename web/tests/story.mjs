// story.mjs - what happened at a table, in sentences: entries of logs as the engine writes them, and what is read.
//
// usage: node story.mjs
import assert from "node:assert/strict";
import esbuild from "esbuild";

await esbuild.build({ stdin: { contents: 'export { story } from "./src/story"; export { callThings } from "./src/sentences"; export { language } from "./src/messages";', resolveDir: "." },
  bundle: true, outfile: "generated/story.mjs", format: "esm" });
const { story, callThings, language } = await import("../generated/story.mjs");

const names = { en: ["You", "Ada", "Bruno", "Cleo"], pt: ["Você", "Ada", "Bruno", "Cleo"] };
const read = (step, world = "recycle") => {
  const told = story({ step: 0, words: "", ...step }, world, (seat) => names[language.value][seat]);
  return told && `${told.subject} ${told.words}`.trim();
};
const says = (step, words, world) => assert.equal(read(step, world), words, JSON.stringify(step));

// The same move in the same words and tense for everybody.
says({ actor: 0, label: "mark A3", words: "P1 to A3 of SQUARE" }, "You mark A3");
says({ actor: 1, label: "mark A3", words: "P2 to A3 of SQUARE" }, "Ada marks A3");
says({ actor: 0, label: "move to TRICK: HEARTS-TEN", words: "HEARTS-TEN from HAND of P1 to TRICK of P1" }, "You play the ten of hearts");
says({ actor: 1, words: "HEARTS-TEN to TRICK of P2; 1 hidden card from HAND of P2; game has PLAYED 2; game has LED HEARTS" }, "Ada plays the ten of hearts");
says({ actor: 0, label: "move to HAND", words: "DIAMONDS-TWO to HAND of P1; 1 hidden card from STOCK of game" }, "You draw to hand");
says({ actor: 1, words: "1 hidden card from STOCK of game; 1 hidden card to HAND of P2; game has TURN 2" }, "Ada draws to hand");
says({ actor: 1, label: "pass" }, "Ada passes");
says({ actor: 1, label: "carry the stone" }, "Ada: carry the stone");  // no verb of the list: a colon, and no guess
says({ actor: 1, label: "at least 7", words: "game has SAID 7" }, "Ada: at least 7");
says({ actor: 1, words: "a die shows 4; P2 has SCORE 9" }, "Ada rolls 4");
says({ actor: 1, words: "P2 has SCORE 9" }, "Ada: score now 9");
says({ actor: 1, words: "P2 to B1 of SQUARE" }, "Ada puts a piece on B1");
// What a player moved comes first; what the rules did with it is nobody's deed.
says({ actor: 1, words: "DIAMONDS-NINE from PRIZE of game to GONE of game; CLUBS-ACE from BID of P1 to SPENT of P1; SPADES-FOUR to SPENT of P2; 1 hidden card from HAND of P2" },
  "Ada moves the four of spades to spent; the nine of diamonds goes to gone; the ace of clubs goes to spent (You)");
says({ actor: 3, words: "CLUBS-TWO from TRICK of P1 to GONE of game; DIAMONDS-FIVE from TRICK of P2 to GONE of game; CLUBS-THREE from TRICK of P3 to GONE of game; CLUBS-QUEEN to GONE of game; 1 hidden card from HAND of P4; and 1 more" },
  "Cleo plays the queen of clubs");

// A game with a look: things are called as it says, and what it neither names nor shows is not told.
callThings([{ kind: "name", name: "PEARL", text: "pearl" }, { kind: "show", name: "ROUND" }, { kind: "name", name: "TWO", text: "2" }]);
says({ actor: 1, label: "take two of PEARL", words: "P2 has PEARL 6" }, "Ada takes two of pearl");
says({ actor: 1, words: "P2 has PEARL 6; P2 has LIT 3; P2 has SCORE 7" }, "Ada: pearl now 6");
says({ actor: 2, words: "P1 has TWO; P3 has TWO; P1 has LIT 1" }, "Bruno: 2 (You); 2");
callThings(undefined);
says({ actor: 1, words: "P2 has PEARL 6" }, "Ada: pearl now 6");

// Luck is no player.
says({ actor: -1, words: "DIAMONDS-QUEEN to PRIZE of game; 1 hidden card from PRIZES of game" }, "The queen of diamonds is turned up");
says({ actor: -1, words: "JACK to HAND of P1; 1 hidden card to HAND of P2" }, "The jack is dealt to you; a card is dealt to Ada");
says({ actor: -1, words: "HEARTS-TWO to HAND of P1; CLUBS-TWO to HAND of P1; CLUBS-SIX to HAND of P1; 5 hidden cards to HAND of P2" }, "3 cards are dealt to you; 5 cards are dealt to Ada");
says({ actor: -1, words: "A1 to HAND of P1; A2 to HAND of P1; A3 to HAND of P1; and 11 more" }, "Cards are dealt");  // how many is not known
says({ actor: -1, words: "a die shows 5; game has TURN 5" }, "The die shows 5");
says({ actor: -1, words: "building of P1 to grass; soldier of P2 to grass; P1: units 1, buildings 1, domain 0.0" }, "Your building is put on grass; Ada’s soldier is put on grass");
assert.equal(read({ actor: -1 }), null, "nothing happened, and nothing is told");

// Steps on maps.
says({ actor: 0, label: "go south", words: "gold to floor of map; turn 4  health 30 of 30" }, "You go south", "dungeon");
says({ actor: 0, label: "go northeast", events: "you hit b for 3, it has 2 left; you are hit for 4" }, "You go northeast; the enemy loses 3 health and has 2 left; 4 health is lost", "dungeon");
says({ actor: 0, label: "go west", events: "you find 10 gold; a comes into sight: hp 6, attack 3, defence 0" }, "You go west; 10 gold is found; an enemy comes into sight: health 6, attack 3, defence 0", "dungeon");
says({ actor: 0, label: "go east", events: "you are out" }, "You go east; the exit is reached", "dungeon");

language.value = "pt";
says({ actor: 1, words: "HEARTS-TEN to TRICK of P2; 1 hidden card from HAND of P2" }, "Ada joga dez de copas");
says({ actor: -1, words: "DIAMONDS-QUEEN to PRIZE of game" }, "Aparece dama de ouros");
says({ actor: 1, label: "mark A3" }, "Ada: mark A3");  // the words of the rules are in the language of the rules
says({ actor: 0, label: "go south", events: "you see a way out" }, "Você: ir para o sul; a saída está à vista", "dungeon");
console.log("sentences are as they should be");
