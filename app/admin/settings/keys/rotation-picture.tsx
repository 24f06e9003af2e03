import { ArrowRight, KeyRound } from 'lucide-react'
import { Fragment } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'

/** The key IDs by state; '' where there is no key. */
export interface Rotation {
  readonly next: string
  readonly current: string
  readonly previous: string
}

/** Which key takes which place. */
export function RotationPicture({ keys }: { readonly keys: Rotation }) {
  const t = useTexts()
  const places = [
    { kid: keys.next, look: 'ui-feed-icon-success', text: t('settings.keys.to_current') },
    { kid: keys.current, look: '', text: t('settings.keys.to_previous') },
    { kid: keys.previous, look: 'ui-feed-icon-danger', text: t('settings.keys.to_gone') },
  ].filter(({ kid }) => kid !== '')
  return (
    <div className="my-4 flex items-center justify-evenly gap-2">
      {places.map(({ kid, look, text }, index) => (
        <Fragment key={kid}>
          {index > 0 && (
            <ArrowRight aria-hidden="true" className="size-4 shrink-0 rtl:-scale-x-100" />
          )}
          <div className="grid min-w-0 justify-items-center gap-1 text-center text-xs">
            <span className={`ui-feed-icon size-9! rounded-lg! ${look}`}>
              <KeyRound aria-hidden="true" />
            </span>
            <code dir="ltr">{kid.slice(0, 8)}</code>
            <span>{text}</span>
          </div>
        </Fragment>
      ))}
    </div>
  )
}
