import type { Parameters } from '#lib/base/text/parameters.ts'
import { cutCodePoints } from '#lib/base/text/text.ts'
import { withoutInvisible } from '#lib/base/text/typed.ts'
import { maxTypedEmailLength } from '#lib/domain/email/email-address.ts'

/** The typed address without invisible characters, truncated. */
export function typedEmail(form: Parameters): string {
  return cutCodePoints(withoutInvisible(form.value('email') ?? ''), maxTypedEmailLength)
}
