import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from './fixtures.ts'

// What some browsers ask for whatever a page names: those that show no SVG, and those that put a page among their apps.
test('browsers that take no SVG find the icon where they look for it @scripts', async ({
  request,
}) => {
  const icon = await request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toBe('image/x-icon')
  const touch = await request.get('/apple-touch-icon.png')
  expect(touch.status()).toBe(200)
  expect(await sharp(await touch.body()).metadata()).toMatchObject({
    format: 'png',
    width: 180,
    height: 180,
    // Round corners are the system's: what is clear would be black there.
    hasAlpha: false,
  })
})
