import { Rows } from '#app/_ui/layout/rows.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type ConfirmedBy, FactorForm } from './factor-form.tsx'
import type { OwnPasskey } from './own-passkey.ts'
import { PasskeyRow } from './passkey-row.tsx'

interface PasskeyListProps {
  readonly confirmedBy: ConfirmedBy
  readonly passkeys: readonly OwnPasskey[]
  /** Ids of all of them: a device makes no second one. */
  readonly known: readonly number[]
  /** Passkeys are on: one for a former domain can be made again for the present one. */
  readonly canAdd: boolean
}

/** The visitor's passkeys; each can be removed. */
export async function PasskeyList({ confirmedBy, passkeys, known, canAdd }: PasskeyListProps) {
  const t = await pageTexts()
  if (passkeys.length === 0) {
    return <p className="px-5 py-4 text-muted">{t('methods.own.none')}</p>
  }
  return (
    <Rows>
      {passkeys.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          renewal={
            canAdd &&
            !passkey.usable && (
              <FactorForm
                {...confirmedBy}
                action="/account/passkeys/submit/add"
                id={`passkey-renew-${passkey.id}`}
                label={t('methods.own.renew')}
                fields={{ replaces: String(passkey.id) }}
                registers={{ known }}
              />
            )
          }
        >
          <FactorForm
            {...confirmedBy}
            action={`/account/passkeys/submit/remove/${passkey.id}`}
            id={`passkey-remove-${passkey.id}`}
            label={t('methods.own.remove')}
            tone="danger"
          />
        </PasskeyRow>
      ))}
    </Rows>
  )
}
