import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ownAccount } from '#app/_ui/shell/api.ts'
import type { ActivityEntry } from '#app/_ui/text/activity-sentence.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { ownClock } from '../own-moment.tsx'

const alarming = new Set(['auth_failed_pwd', 'auth_failed_otp', 'sign_in_link_required'])
/** An alarm is news for three days. */
const newsSeconds = 3 * 24 * 3_600

/** The most serious fact that the visitor should know; nothing without one. */
export async function OverviewNotice({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const t = await pageTexts()
  const { now } = await ownClock()
  const { emailVerified } = await ownAccount()
  const { smtpEnabled } = await pageSettings()
  const since = now.getTime() - newsSeconds * 1_000
  if (entries.some((one) => alarming.has(one.event) && Date.parse(one.createdAt) > since)) {
    return (
      <Warning
        title={t('own.overview.wrong_passwords')}
        text={t('own.overview.wrong_passwords_text')}
        href="/account/activity"
        action={t('own.overview.see_activity')}
      />
    )
  }
  if (emailVerified || !smtpEnabled) return null
  return (
    <Warning
      title={t('own.overview.unconfirmed')}
      text={t('own.overview.unconfirmed_text')}
      href="/account/email-verification"
      action={t('own.overview.confirm')}
    />
  )
}

interface WarningProps {
  readonly title: string
  readonly text: string
  readonly href: string
  readonly action: string
}

function Warning({ title, text, href, action }: WarningProps) {
  return (
    <Notice kind="warning" className="mb-5">
      <b>{title}</b> {text}{' '}
      <Link href={href} prefetch={false} className="ui-inline-link ms-1">
        {action}
      </Link>
    </Notice>
  )
}
