// keeping.mjs - steps in which something dies, and nothing is lost.

export const keeping = (m) => [
  ["a killed tab loses nothing", async () => {
    await m.bench("pig.rcy", "(game");
    await m.setText(`;; typed before the tab died\n${m.pig}`);
    await m.keeps("pig.rcy", "typed before the tab died");
    const context = m.page.context(), died = m.page.waitForEvent("crash");
    void (await context.newCDPSession(m.page)).send("Page.crash").catch(() => {});
    await died;
    const next = await m.another(context);
    await m.page.close();
    m.page = next;
    await m.enter(m.page);
    await m.bench("pig.rcy", "typed before the tab died");
  }],
  ["two tabs on one text warn each other", async () => {
    const twin = await m.another(m.page.context());
    await m.enter(twin);
    await twin.evaluate(() => { location.hash = "/bench/pig.rcy"; });
    await m.page.getByText("open in another tab").waitFor();
    await twin.getByText("open in another tab").waitFor();
    await twin.close();
  }],
];
