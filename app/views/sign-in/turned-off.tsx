import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { Support } from '#app/_ui/card/support.tsx'
import { WayOn } from '#app/_ui/card/way-on.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface TurnedOffProps {
  readonly email: string
  readonly otherAccount: string
}

/** Says that an account cannot be used; shown only after the right password. */
export async function TurnedOff({ email, otherAccount }: TurnedOffProps) {
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-turned-off"
      heading={t('card.turned_off.title')}
      message={t.rich('card.turned_off.message', {
        email: () => <EmailAddress email={email} />,
        support: () => <Support />,
      })}
    >
      <WayOn id="other-account" href={otherAccount}>
        {t('card.turned_off.other')}
      </WayOn>
    </StatusCard>
  )
}
