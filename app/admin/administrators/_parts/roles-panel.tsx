import { Panel } from '#app/_ui/layout/panel.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { roles } from './roles.ts'

/** What each role can do, in one sentence, with the name of its permission. */
export async function RolesPanel() {
  const t = await pageTexts()
  return (
    <Panel title={t('access.administrators.what_roles_do')} id="roles">
      <dl className="grid gap-2 text-sm">
        {[...roles.slice(-1), ...roles.slice(0, -1)].map(({ permission, name }) => (
          <div key={name} className="flex flex-wrap gap-x-3">
            <dt className="w-28 shrink-0 font-medium">{t(`access.roles.${name}.name`)}</dt>
            <dd className="min-w-0 flex-1 basis-64 text-muted">
              {t(`access.roles.${name}.does`)}{' '}
              <span dir="ltr" className="mono text-xs">
                {permission}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
