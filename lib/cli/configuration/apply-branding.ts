import type { AdminTx } from '#lib/context.ts'
import { checkBranding, saveBranding } from '#lib/domain/branding/branding.ts'
import {
  type BrandingImageName,
  checkBrandingImage,
  removeBrandingImage,
  saveBrandingImage,
} from '#lib/domain/branding/branding-images.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import type { Attempt } from './attempts.ts'
import type { SentSettings } from './document.ts'

const loggedInUser = actorOf(operator)

/** Saves the company's look with the checks and audit entries of the Admin API; '' removes an image. */
export async function applyBranding(
  tx: AdminTx,
  { logoLight, logoDark, icon, ...sent }: NonNullable<SentSettings['branding']>,
  attempt: Attempt,
): Promise<void> {
  const values = await attempt(() => checkBranding(sent))
  if (values) await saveBranding(tx, values, loggedInUser)
  const images: [BrandingImageName, string | undefined][] = [
    ['logo-light', logoLight],
    ['logo-dark', logoDark],
    ['icon', icon],
  ]
  for (const [name, base64] of images) {
    if (base64 === '') await removeBrandingImage(tx, name, loggedInUser)
    else if (base64 !== undefined) await attempt(() => applyImage(tx, name, base64))
  }
}

async function applyImage(tx: AdminTx, name: BrandingImageName, base64: string): Promise<void> {
  const image = await checkBrandingImage(name, new Uint8Array(Buffer.from(base64, 'base64')))
  await saveBrandingImage(tx, name, image, loggedInUser)
}
