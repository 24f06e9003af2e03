import { expect, test } from 'vitest'
import { isEmbeddedBrowser } from '#lib/base/network/embedded-browser.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36'

test.each([
  ['a WebView of Android', `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${android}`],
  ['a WebView of iOS', `${iphone} Mobile/15E148`],
  ['Instagram', `${iphone} Mobile/15E148 Instagram 380.0.0.28 (iPhone17,1; iOS 18_5; de_DE)`],
  ['Facebook', `Mozilla/5.0 (Linux; Android 15) ${android} [FB_IAB/FB4A;FBAV/510.0;]`],
  ['Line', `${iphone} Mobile/15E148 Safari Line/15.9.0`],
  ['WeChat', `Mozilla/5.0 (Linux; Android 15) ${android} MicroMessenger/8.0.60`],
])('%s is a browser within an app', (_, userAgent) => {
  expect(isEmbeddedBrowser(userAgent)).toBe(true)
})

test.each([
  ['Safari on a phone', `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', `${iphone} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', `${iphone} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${android}`],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  ],
  ['a program without a name', ''],
])('%s is none', (_, userAgent) => {
  expect(isEmbeddedBrowser(userAgent)).toBe(false)
})
