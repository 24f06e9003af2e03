import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { aUser } from '#tests/support/people.ts'
import { startServer } from '#tests/support/started-server.ts'
import { test } from './fixtures.ts'
import { signIn } from './people.ts'
import { followQuickstart } from './quickstart.ts'
import { scriptsBegun } from './scripts-begun.ts'

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

/** `TEST_PICTURES=1` replaces the pictures of the quickstart; otherwise they are only rendered. */
const keep = process.env.TEST_PICTURES === '1'

test('the quickstart leads from the start of the server to its dashboard @scripts', async ({
  page,
}) => {
  const server = await startServer()
  try {
    await page.setViewportSize({ width: 1100, height: 700 })
    await page.goto(`${server.baseUrl}/admin`)
    await expect(page.locator('#page-sign-in')).toBeVisible()
    await takePicture(page, 'quickstart-sign-in')
    await signIn(page, server.administrator)
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // As high as its longer column.
    const longest = await page.locator('#recommended').boundingBox()
    const height = Math.ceil((longest?.y ?? 0) + (longest?.height ?? 0)) + 16
    await page.setViewportSize({ width: 1100, height })
    await takePicture(page, 'quickstart-dashboard')
    await page.setViewportSize({ width: 1100, height: 700 })
    await page.goto(`${server.baseUrl}/admin/clients/new`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Invoices')
    await takePicture(page, 'new-application')
  } finally {
    await server.remove()
  }
})

test('the quickstart of a web application ends with a user who is signed in @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const quickstart = followQuickstart('web-application', serverUrl, { written: 8080, used: 8090 })
  try {
    await quickstart.printed(/listening on/)
    await page.setViewportSize({ width: 1100, height: 700 })
    await page.goto('http://localhost:8090')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.locator('#page-sign-in')).toBeVisible()
    await takePicture(page, 'quickstart-web')
    await signIn(page, user)
    await expect(page.getByText(`Hello ${user.email}.`)).toBeVisible()
  } finally {
    await quickstart.stop()
  }
})

test('the quickstart of a single-page application ends with a user who is signed in @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const ports = { written: 8082, used: 8092 }
  const quickstart = followQuickstart('single-page-application', serverUrl, ports)
  try {
    await quickstart.printed(/listening on/)
    await page.goto('http://localhost:8092')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signIn(page, user)
    await expect(page.locator('#person')).toContainText(`Hello ${user.email}.`)
  } finally {
    await quickstart.stop()
  }
})

test('the quickstart of a command-line program ends with a user who is signed in @scripts', async ({
  page,
  serverUrl,
  store,
}) => {
  const user = await aUser(store)
  const quickstart = followQuickstart('command-line', serverUrl, { written: 0, used: 0 })
  try {
    await page.goto(await quickstart.printed(/^(http\S+\/auth\/authorize\S+)$/m))
    await signIn(page, user)
    await expect(page.getByText('You can close this page')).toBeVisible()
    expect(await quickstart.printed(/^Signed in as .+$/m)).toBe(`Signed in as ${user.email}.`)
  } finally {
    await quickstart.stop()
  }
})

test('the quickstart of a service ends with an answer of the API @scripts', async ({
  serverUrl,
}) => {
  const quickstart = followQuickstart('service', serverUrl, { written: 8083, used: 8093 })
  try {
    await quickstart.printed(/"askedBy":"quickstart-service"/)
  } finally {
    await quickstart.stop()
  }
})

/**
 * Takes the page as a reader sees it: with its scripts, and at the reader's address in place of the test's. With 256
 * colors: a third of the size without a visible difference.
 */
async function takePicture(page: Page, name: string): Promise<void> {
  await scriptsBegun(page)
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      text.nodeValue = text.nodeValue?.replaceAll(location.host, 'localhost:3000') ?? null
    }
  })
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  expect(image.byteLength).toBeGreaterThan(5_000)
  const small = sharp(image).png({ palette: true, effort: 10, compressionLevel: 9 })
  if (keep) await small.toFile(`${folder}${name}.png`)
}
