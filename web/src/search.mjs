// search.mjs - what is searched and how: the site is made with it, and read with it.
/** @type {import("minisearch").Options} */
export const fields = { fields: ["title", "page", "words"], storeFields: ["title", "page"],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" } };
