import {
  AppWindow,
  AtSign,
  Image,
  KeyRound,
  MailCheck,
  MapPin,
  MonitorSmartphone,
  Phone,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Shell } from '#app/_ui/shell/shell.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'

const pages = [
  ['profile', UserRound],
  ['picture', Image],
  ['email', AtSign],
  ['email-verification', MailCheck],
  ['phone', Phone],
  ['address', MapPin],
  ['change-password', KeyRound],
  ['otp', ShieldCheck],
  ['manage-consents', AppWindow],
  ['sessions', MonitorSmartphone],
] as const

/** The shell of the account pages, listed in the order of the menu. */
export default async function AccountLayout({ children }: { readonly children: ReactNode }) {
  const t = await pageTexts()
  const { smtpEnabled } = await pageSettings()
  const items = pages
    .filter(([name]) => name !== 'email-verification' || smtpEnabled)
    .map(([name, Icon]) => ({
      href: `/account/${name}`,
      label: t(`console.account_nav.${underscored(name)}`),
      icon: <Icon />,
    }))
  return (
    <Shell area="account" parts={[{ items }]}>
      {children}
    </Shell>
  )
}

type Underscored<Text extends string> = Text extends `${infer A}-${infer B}`
  ? `${A}_${Underscored<B>}`
  : Text

function underscored<Text extends string>(text: Text): Underscored<Text> {
  return text.replaceAll('-', '_') as Underscored<Text>
}
