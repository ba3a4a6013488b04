#!/usr/bin/env node
// A whole agent: any legal move, each as likely as the next.
"use strict";
const dado = require("./dado.js");

dado.play((turn) => turn.moves[Math.floor(turn.random() * turn.moves.length)]);
