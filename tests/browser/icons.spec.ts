import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from './fixtures.ts'

// Some browsers request these whatever the page declares: those without SVG support, and those that add a
// page to their apps.
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
    // The system rounds the corners and would show transparency as black.
    hasAlpha: false,
  })
})
