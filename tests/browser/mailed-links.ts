import type { Page } from '@playwright/test'
import { sha256Hex } from '#lib/kernel/hash.ts'
import { randomToken, randomUuid } from '#lib/kernel/random.ts'
import type { Store } from '#lib/persistence/store.ts'
import { aUser } from '#tests/support/people.ts'

/** Follows the link of a registration, as if it had been mailed. */
export async function openActivation(page: Page, store: Store): Promise<void> {
  const code = randomToken(32)
  await store.preRegistrations.insert(`${randomUuid()}@example.org`, {
    verificationCodeHash: sha256Hex(code),
    verificationCodeIssuedAt: new Date(),
  })
  await page.goto(`/account/activate?code=${code}`)
}

/** Follows the link to a new password, as if it had been mailed. */
export async function openReset(page: Page, store: Store): Promise<void> {
  const code = randomToken(32)
  const user = await aUser(store)
  await store.users.change(user.id, {
    forgotPasswordCodeHash: sha256Hex(code),
    forgotPasswordCodeIssuedAt: new Date(),
  })
  await page.goto(`/reset-password?code=${code}`)
}

/** Follows a link to a new password that was used, or for which a newer message was sent. */
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
