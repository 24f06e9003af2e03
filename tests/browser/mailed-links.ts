import type { Page } from '@playwright/test'
import { sha256Hex } from '#lib/base/crypto/hash.ts'
import { randomToken, randomUuid } from '#lib/base/crypto/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import { aUser, type TestUser } from '#tests/support/people.ts'

/** Opens a registration link without its mail. */
export async function openActivation(page: Page, store: Store): Promise<void> {
  const code = randomToken(32)
  await store.preRegistrations.insert(`${randomUuid()}@example.org`, {
    verificationCodeHash: sha256Hex(code),
    verificationCodeIssuedAt: new Date(),
  })
  await page.goto(`/account/activate?code=${code}`)
}

/** Opens a link to a new password without its mail. */
export async function openReset(
  page: Page,
  store: Store,
  columns: Parameters<typeof aUser>[1] = {},
): Promise<TestUser> {
  const code = randomToken(32)
  const user = await aUser(store, columns)
  await store.users.change(user.id, {
    forgotPasswordCodeHash: sha256Hex(code),
    forgotPasswordCodeIssuedAt: new Date(),
  })
  await page.goto(`/reset-password?code=${code}`)
  return user
}

/** Opens a used or superseded link to a new password. */
export async function openFormerReset(
  page: Page,
  store: Store,
  { used }: { readonly used: boolean },
): Promise<void> {
  const code = randomToken(24)
  const { id: targetId } = await aUser(store, {
    forgotPasswordCodeHash: sha256Hex(randomToken(24)),
    forgotPasswordCodeIssuedAt: new Date(),
  })
  const expiresAt = new Date(Date.now() + 86_400_000)
  await store.formerLinks.insert({
    codeHash: sha256Hex(code),
    flow: 'reset',
    targetId,
    used,
    expiresAt,
  })
  await page.goto(`/reset-password?code=${code}`)
}
