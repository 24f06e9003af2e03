import { chooseLanguage, type Language } from '#lib/i18n/languages.ts'
import { type LooseTexts, textsIn } from '#lib/i18n/texts.ts'
import { type Happening, happeningFacts } from './happening.ts'
import { type FootLine, type Letter, letterHtml, letterText } from './letter.ts'
import { type MailLook, plainLook } from './look.ts'
import { type WaysIn, waysFacts } from './ways-in.ts'

/** The values of each message, besides the application's name. */
export interface MessageValues {
  readonly 'forgot-password': Addressed & Linked
  readonly 'set-password': Addressed & Linked
  readonly 'choose-password': Addressed & Linked
  readonly activate: Linked & { readonly code: string }
  readonly welcome: Linked
  readonly 'already-registered': Linked
  readonly 'verification-code': Addressed & Linked & { readonly code: string }
  readonly 'address-confirmation': Addressed & Linked & { readonly code: string }
  readonly 'address-pending': Addressed & Told & Linked
  readonly 'address-changed': Addressed & Told
  readonly 'address-set': Addressed & Told
  readonly 'factor-code': Addressed & Linked & { readonly code: string }
  readonly 'password-changed': Addressed & Told & Linked & { readonly ways?: WaysIn }
  readonly 'two-factor-enabled': Addressed & Told & Linked
  readonly 'two-factor-disabled': Addressed & Told & Linked
  readonly 'authenticator-replaced': Addressed & Told & Linked
  readonly 'sign-in-link': Addressed & Linked
  readonly 'sign-in-link-needed': Addressed & Told & Linked
  readonly 'wrong-codes': Addressed & Told & Linked
  readonly 'passkey-added': Addressed & Told & Linked
  readonly 'passkey-removed': Addressed & Told & Linked
  readonly 'passkey-copied': Addressed & Told & Linked
  readonly 'passkey-synced': Addressed & Told & Linked
  readonly 'provider-code': { readonly code: string }
  readonly 'provider-linked': Addressed & Told & Linked & { readonly provider: string }
  readonly 'provider-unlinked': Addressed & Told & Linked & { readonly provider: string }
  readonly 'recovery-codes-made': Addressed & Told & Linked
  readonly 'recovery-code-used': Addressed & Told & Linked & { readonly left: number }
  readonly 'new-sign-in': Addressed & Told & Linked & { readonly more: number }
  readonly test: Nothing
}

export type MessageName = keyof MessageValues

interface Addressed {
  /** Full name; '' for a person without one, who is not greeted. */
  readonly name: string
}

interface Told {
  readonly happened?: Happening
}

interface Linked {
  readonly link: string
}

type Nothing = Readonly<Record<never, never>>

/** A message without its sender and recipient. */
export interface RenderedMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: Language
}

/** Messages the recipient did not ask for, which therefore omit the note to ignore them. */
const unasked: ReadonlySet<MessageName> = new Set([
  'welcome',
  'set-password',
  'address-pending',
  'address-changed',
  'address-set',
  'factor-code',
  'password-changed',
  'two-factor-enabled',
  'two-factor-disabled',
  'authenticator-replaced',
  'sign-in-link-needed',
  'wrong-codes',
  'passkey-added',
  'passkey-removed',
  'passkey-copied',
  'passkey-synced',
  'provider-linked',
  'provider-unlinked',
  'recovery-codes-made',
  'recovery-code-used',
  'new-sign-in',
])

/**
 * The language of a recipient's messages.
 * @param language the user's locale, or tags as in `Accept-Language`; English when none is known
 */
export function languageOfMessage(language: string): Language {
  return chooseLanguage([], language)
}

/**
 * Renders a message in the recipient's language, as HTML and as text, without images. The domain, which must not
 * import languages, calls it as `ctx.mail.render`.
 * @param language the user's locale, or tags as in `Accept-Language`; English when none is known
 * @param values user data: escaped in the HTML, and stripped of line breaks in the subject
 * @param look the company's
 */
export function renderMessage<Name extends MessageName>(
  name: Name,
  language: string,
  values: MessageValues[Name] & { readonly appName: string },
  look: MailLook = plainLook,
): RenderedMessage {
  const chosen = languageOfMessage(language)
  const t = textsIn(chosen)
  const { happened, ways, ...others } = values as { readonly appName: string } & Told & {
      readonly ways?: WaysIn
    }
  const said: Readonly<Record<string, string>> = others
  const text = (part: 'subject' | 'text') =>
    (t as LooseTexts)(`mail.${name}.${part}` as never, said as never)
  const action = `mail.${name}.action`
  const ownAction = (t as LooseTexts).has(action as never)
    ? (t as LooseTexts)(action as never)
    : t('mail.secure')
  const subject = text('subject').replaceAll(/[\r\n]+/g, ' ')
  const letter: Letter = {
    language: chosen,
    appName: values.appName,
    look,
    title: subject,
    greeting:
      said.name && !readsAsAddress(said.name) ? t('mail.greeting', { name: said.name }) : '',
    text: text('text'),
    facts: happened ? happeningFacts(happened, chosen) : [],
    ways: ways && ways.listed.length > 0 ? waysFacts(ways, chosen) : undefined,
    code: said.code,
    link: said.link,
    action: ownAction,
    linkHint: t('mail.link_hint'),
    note: unasked.has(name) ? undefined : t('mail.ignore'),
    foot: footOf(chosen, values.appName, look),
  }
  return { subject, text: letterText(letter), html: letterHtml(letter), language: chosen }
}

/**
 * True for a name of which mail programs would make a link. Its bearer wrote it, and may have a message sent to somebody
 * else's address.
 */
function readsAsAddress(name: string): boolean {
  return /[\\:@]|\/\/|[.\u3002\uff0e\uff61]\p{L}{2}/u.test(name)
}

/** Who sends this, where to find help, why it was sent; the company's own line comes last. */
function footOf(language: Language, appName: string, look: MailLook): FootLine[] {
  const t = textsIn(language)
  const { supportUrl, footerText } = look
  const support = supportUrl.replace(/^mailto:/i, '')
  const help = support && {
    text: t('mail.help', { support }),
    link: { shown: support, href: supportUrl },
  }
  return [
    { text: appName },
    ...(help ? [help] : []),
    { text: t('mail.about_account') },
    ...(footerText ? [{ text: footerText }] : []),
  ]
}
