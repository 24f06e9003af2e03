import { Laptop } from 'lucide-react'
import { Confirm } from '#app/_ui/form/confirm.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Rows } from '#app/_ui/layout/rows.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { deviceLabel } from '#app/_ui/text/device-label.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { OwnMoment } from '../own-moment.tsx'

const path = '/account/sessions/submit'

/** The browsers that need no second factor; nothing without one. */
export async function RememberedBrowsers() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { browsers } = await api.listRememberedBrowsers()
  if (browsers.length === 0) return null
  return (
    <Panel
      id="remembered"
      title={t('methods.remember.title')}
      intro={t('methods.remember.intro')}
      actions={
        <Confirm
          id="forget-all"
          action={`${path}/forget-all`}
          trigger={t('methods.remember.forget_all')}
          title={t('methods.remember.forget_all')}
          body={t('methods.remember.forget_all_body')}
          confirm={t('methods.remember.forget_all')}
        />
      }
      flush
    >
      <Rows>
        {browsers.map((browser) => (
          <li key={browser.id} data-browser={browser.id} className="flex-wrap">
            <span className="ui-feed-icon size-8! rounded-lg!">
              <Laptop className="size-4!" aria-hidden="true" />
            </span>
            <div className="ui-row-text basis-28">
              <p className="ui-row-title [overflow-wrap:anywhere]">{deviceLabel(browser, t)}</p>
              <p className="ui-hint [overflow-wrap:anywhere]">
                {t.rich('methods.remember.until', {
                  time: () => <OwnMoment value={browser.rememberedUntil ?? browser.lastSeenAt} />,
                })}
                {browser.ipAddress && (
                  <>
                    {' · '}
                    <bdi dir="ltr">{browser.ipAddress}</bdi>
                  </>
                )}
              </p>
            </div>
            <RowAction
              id={`forget-${browser.id}`}
              action={`${path}/forget/${browser.id}`}
              label={t('methods.remember.forget')}
              name={`${t('methods.remember.forget')}: ${deviceLabel(browser, t)}`}
            />
          </li>
        ))}
      </Rows>
    </Panel>
  )
}
