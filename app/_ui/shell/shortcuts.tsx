import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageKeys } from './page-keys.ts'

/** Every key that the console knows, with what it does. */
export async function Shortcuts() {
  const t = await pageTexts()
  const keys: readonly (readonly [keys: readonly [string, string?], does: string])[] = [
    [['Ctrl', 'K'], t('shell.keys.palette')],
    [['/'], t('shell.keys.search')],
    [['n'], t('shell.keys.new')],
    [['↑', '↓'], t('shell.keys.rows')],
    [['x'], t('shell.keys.tick')],
    [['Ctrl', '↵'], t('shell.keys.send')],
    [['?'], t('shell.keys.help')],
    ...Object.entries(pageKeys).map(([key, [, name]]) => [['g', key] as const, t(name)] as const),
  ]
  return (
    <details id="shortcuts">
      <summary>{t('shell.keys.title')}</summary>
      <dl className="ui-shortcuts">
        {keys.map(([[first, second], does]) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd dir="ltr">
              <kbd className="kbd">{first}</kbd>
              {second && <kbd className="kbd">{second}</kbd>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
