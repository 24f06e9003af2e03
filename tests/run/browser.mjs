import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { browserFlags } from './browser-flags.mjs'
import { installPackage, systemProgram } from './packages.mjs'
import { run } from './programs.mjs'

const playwright = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url))
/** Headless shells start twice as fast as a full browser. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a browser that starts. First it tries Playwright's own, downloaded if possible; then a headless shell
 * of the system or of Debian's package (installed when root). Full browsers come last, in the same order.
 * @returns {Promise<{ executablePath: string, origin: string }>} an empty path is Playwright's own
 * @throws with every attempt
 */
export async function findBrowser() {
  const problems = []
  /** @type {[string, () => Promise<string | null>][]} */
  const ways = [
    ['Playwright’s own browser', async () => ''],
    ['Playwright’s download', download],
    ['the system’s browser without windows', async () => systemProgram(shells)],
    ['Debian’s package', () => installPackage('chromium-headless-shell', shells)],
    ['the system’s browser', async () => systemProgram(browsers, places)],
    ['Debian’s package of a whole browser', () => installPackage('chromium', browsers)],
  ]
  for (const [origin, find] of ways) {
    try {
      const executablePath = await find()
      if (executablePath === null) continue
      await tryOut(executablePath)
      return { executablePath, origin: executablePath || origin }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problems.push(`${origin}: ${reason.split('\n').slice(0, 6).join('\n  ')}`)
    }
  }
  throw new Error(`No browser could be found or installed.\n${problems.join('\n')}`)
}

/** @param {string} executablePath */
async function tryOut(executablePath) {
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: browserFlags(),
    timeout: 30_000,
  })
  try {
    const page = await browser.newPage()
    await page.setContent('<title>works</title>')
    if ((await page.title()) !== 'works') throw new Error('it shows no page.')
  } finally {
    await browser.close()
  }
}

async function download() {
  const { ok, output } = await run(
    process.execPath,
    [playwright, 'install', '--only-shell', 'chromium'],
    {
      limitSeconds: 300,
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000', ...process.env },
    },
  )
  if (!ok) throw new Error(output.match(/^Error: .+/m)?.[0] ?? output)
  return ''
}
