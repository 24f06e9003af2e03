import { expect, type Page } from '@playwright/test'
import sharp, { type Metadata } from 'sharp'
import { anAnimation, anImage } from '#tests/support/images.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { aPerson, openConsole } from './console.ts'
import { test } from './fixtures.ts'

async function choose(page: Page, name: string, mimeType: string, bytes: Uint8Array) {
  const buffer = Buffer.from(bytes)
  await page.locator('#picture').setInputFiles({ name, mimeType, buffer })
}

async function shownPicture(page: Page): Promise<Metadata> {
  const src = await page.getByRole('img', { name: 'Your picture' }).getAttribute('src')
  const response = await page.request.get(src ?? '')
  return sharp(await response.body()).metadata()
}

test('a part of a large photo is cut out and made small @scripts', async ({ page, store }) => {
  await openConsole(page, await aPerson(store), '/account/picture')
  await choose(page, 'photo.jpg', 'image/jpeg', await anImage('jpeg', 2_000, 1_200))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'The chosen picture' })).toBeVisible()
  await expect(page.locator('#crop-unchanged')).toHaveCount(0)
  await expectSound(page)
  await dialog.getByRole('group').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('#crop-upload').click()
  await expect(dialog).toBeHidden()
  expect(await shownPicture(page)).toMatchObject({ format: 'jpeg', width: 512, height: 512 })
  await expect(page.getByRole('status').filter({ hasText: 'Picture saved.' })).toBeVisible()

  await choose(page, 'photo.png', 'image/png', await anImage('png', 300, 200))
  await page.locator('#crop-upload').click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => shownPicture(page))
    .toMatchObject({ format: 'png', width: 200, height: 200 })

  await page.locator('#delete-picture').click()
  await expect(dialog).toContainText('can’t be undone')
  await page.locator('#delete-picture-confirm').click()
  await expect(page.locator('#content')).toContainText('No picture yet')
  await expect(page.getByRole('status').filter({ hasText: 'Deleted.' })).toBeVisible()
})

test('a small picture may be uploaded unchanged, so that it keeps moving @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/picture')
  await choose(page, 'moving.gif', 'image/gif', await anAnimation('gif', 64))
  await page.locator('#crop-unchanged').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await shownPicture(page)).toMatchObject({ format: 'gif', pages: 3 })
})

test('a file that is no picture, or too small a part, is refused by the page @scripts', async ({
  page,
  store,
}) => {
  await openConsole(page, await aPerson(store), '/account/picture')
  await choose(page, 'notes.png', 'image/png', new TextEncoder().encode('no picture'))
  await expect(page.locator('#picture-error')).toContainText('couldn’t read this file as a picture')
  await expectAccessible(page)
  await choose(page, 'tiny.png', 'image/png', await anImage('png', 30, 8))
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('at least 10 pixels')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('#picture-error')).toHaveCount(0)
  await expect(page.locator('#picture')).toHaveValue('')
})
