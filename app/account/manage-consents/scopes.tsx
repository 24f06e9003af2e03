import { asOpenIdScope } from '#app/_ui/text/openid-scope.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'

/** The scopes of a consent: a description if the catalog has one, or else the scope itself. */
export async function Scopes({ scope }: { readonly scope: string }) {
  const t = await pageTexts()
  return (
    <ul className="flex flex-col gap-1">
      {scope.split(' ').map((name) => {
        const known = asOpenIdScope(name)
        return (
          <li key={name} className="[overflow-wrap:anywhere]">
            {known ? (
              t(`consent.scope.${known}.title`)
            ) : (
              <code dir="ltr" className="text-[0.9em]">
                {name}
              </code>
            )}
          </li>
        )
      })}
    </ul>
  )
}
