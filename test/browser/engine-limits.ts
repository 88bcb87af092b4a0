/** What an engine, or the driver of its tests, cannot do. */

/** WebKit of any make. Chromium has its name too, and adds its own. */
export const isWebKit = /AppleWebKit/.test(navigator.userAgent) && !/Chrome/.test(navigator.userAgent);

export const isFirefox = /Firefox/.test(navigator.userAgent);

/** Leaves the test out where `lacks` holds, and says why among the logs; the runner counts it as skipped. */
export const leaveOut = (test: Mocha.Context, lacks: boolean, why: string): void => {
  if (!lacks) return;
  console.info(`Left out: “${test.test?.title}”, since ${why}.`);
  test.skip();
};
