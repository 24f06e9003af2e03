import { StatusCard } from '#app/_ui/card/status-card.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CodeBlock } from '#app/_ui/text/code-block.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { viewData } from '#lib/http/page.ts'

type Result = Extract<View, { page: 'tested' }>['result']

/** The end of a sign-in that an administrator tested: the claims that the application would receive, or its error. */
export default async function TestedPage() {
  const { client, result } = await viewData('tested')
  const t = await pageTexts()
  return (
    <StatusCard
      id="page-tested"
      heading={t(`clients.tested.${result.kind}`, { app: client.name })}
      client={client}
      message={t(`clients.tested.${result.kind}_text`, { app: client.name })}
    >
      {result.kind === 'worked' ? <Worked result={result} /> : <Refused result={result} />}
      <p className="ui-hint">{t('pages.error.finished.message')}</p>
    </StatusCard>
  )
}

async function Worked({ result }: { readonly result: Extract<Result, { kind: 'worked' }> }) {
  const t = await pageTexts()
  const { account, scopes, claims } = result
  const parts = [
    ['id-token', t('access.token.id_token'), claims.idToken],
    ['access-token', t('access.token.access_token'), claims.accessToken],
    ['user-info', t('access.token.user_info'), claims.userInfo],
  ] as const
  return (
    <ClientTexts>
      <dl className="grid gap-2 text-sm">
        <div>
          <dt className="text-muted text-xs">{t('access.administrators.person')}</dt>
          <dd className="[overflow-wrap:anywhere]">
            <bdi>{account.name ? `${account.name}, ${account.email}` : account.email}</bdi>
          </dd>
        </div>
        <div>
          <dt className="text-muted text-xs">{t('clients.tested.scopes')}</dt>
          <dd dir="ltr" className="mono text-start [overflow-wrap:anywhere]">
            {scopes.join(' ')}
          </dd>
        </div>
      </dl>
      {parts.map(
        ([id, name, content]) =>
          content && (
            <CodeBlock
              key={id}
              id={id}
              name={name}
              code={JSON.stringify(content, null, 2)}
              copyLabel={t('access.token.copy', { name })}
              isWrapping
            />
          ),
      )}
    </ClientTexts>
  )
}

async function Refused({ result }: { readonly result: Extract<Result, { kind: 'refused' }> }) {
  const t = await pageTexts()
  const { error, description } = result
  return (
    <ClientTexts>
      <CodeBlock
        id="refused-answer"
        name={t('clients.tested.answer')}
        code={JSON.stringify({ error, error_description: description }, null, 2)}
        copyLabel={t('access.token.copy', { name: t('clients.tested.answer') })}
        isWrapping
      />
    </ClientTexts>
  )
}
