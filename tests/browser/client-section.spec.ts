import { expect } from '@playwright/test'
import { aClient } from '#tests/support/people.ts'
import { test } from './fixtures.ts'
import { begin } from './journey.ts'

const words = {
  displayName: 'Acme Billing',
  description: 'Invoices and payments for teams',
  websiteUrl: 'https://acme.example/about',
  pkceRequired: false,
}

test('an application is shown with what its flags allow @scripts', async ({ page, store }) => {
  const client = await aClient(store, {
    ...words,
    showDisplayName: true,
    showDescription: true,
    showWebsiteUrl: true,
  })
  await begin(page, client)
  const section = page.locator('#page-sign-in')
  await expect(section.getByRole('heading', { level: 1 })).toHaveText('Sign in to Acme Billing')
  // What the application says of itself does not stand above a form for a password.
  await expect(section).not.toContainText(words.description)
  const website = page.getByRole('link', { name: 'Visit acme.example' })
  await expect(website).toHaveAttribute('href', words.websiteUrl)
  await expect(website).toHaveAttribute('target', '_blank')
  await expect(website).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(section.locator('.ui-badge')).toHaveCount(0)
})

test('without flags nothing but its identifier is shown @scripts', async ({ page, store }) => {
  const client = await aClient(store, words)
  await begin(page, client)
  const section = page.locator('#page-sign-in')
  await expect(section).toContainText(`Sign in to ${client.clientIdentifier}`)
  for (const hidden of [words.displayName, words.description, 'acme.example']) {
    await expect(page.locator('body')).not.toContainText(hidden)
  }
})

test('a website that is no web address is no link @scripts', async ({ page, store }) => {
  const client = await aClient(store, {
    ...words,
    websiteUrl: 'javascript:alert(1)',
    showWebsiteUrl: true,
  })
  await begin(page, client)
  await expect(page.locator('a[target=_blank]')).toHaveCount(0)
})

test('an application that registered itself is marked as unverified @scripts', async ({
  page,
  store,
}) => {
  const client = await aClient(store, { createdViaDcr: true, pkceRequired: false })
  await begin(page, client)
  await expect(page.locator('#page-sign-in .ui-badge')).toHaveText('Not verified')
  await expect(page.locator('#page-sign-in h1')).toHaveText(
    `Sign in to “${client.clientIdentifier}”`,
  )
})

test('names that look like markup are shown as they are @scripts', async ({ page, store }) => {
  const displayName = '<img src=x onerror=alert(1)>{name}<b>'
  const client = await aClient(store, { ...words, displayName, showDisplayName: true })
  await begin(page, client)
  await expect(page.locator('#page-sign-in h1 bdi')).toHaveText(displayName)
})
