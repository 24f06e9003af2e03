import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import { restrictionValues } from '#app/admin/settings/accounts/values.ts'
import { areEmailDomains } from '#lib/domain/email/email-domains.ts'

/** Saves who can create an account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, keepChanges, t }) => {
    const kept = keepChanges(restrictionValues(await api.getSignInSettings()))
    const domains = {
      registrationAllowedEmailDomains: domainsIn(kept, 'registrationAllowedEmailDomains'),
      registrationBlockedEmailDomains: domainsIn(kept, 'registrationBlockedEmailDomains'),
    }
    for (const [name, list] of Object.entries(domains)) {
      if (!areEmailDomains(list)) {
        throw new FormRefusal(name, t('settings.registration.bad_domains'))
      }
    }
    await api.updateSignInSettings({
      body: {
        ...domains,
        registrationTrapFieldEnabled: isOn(kept, 'registrationTrapFieldEnabled'),
      },
    })
    return { done: 'saved' }
  },
)

/** One to a line, or separated by spaces or commas. */
function domainsIn(form: FormData, name: string): string[] {
  return textOfField(form, name)
    .split(/[\s,;]+/)
    .filter((domain) => domain !== '')
}
