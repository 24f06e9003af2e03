import { FormRefusal, numberOfField, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { isOn } from '#app/admin/settings/_parts/switches.ts'
import {
  isDayCount,
  leftWithoutWay,
  relatedOriginsFaults,
  signInValues,
} from '#app/admin/settings/sign-in/values.ts'
import { isBreachService } from '#lib/domain/sign-in/sign-in-settings.ts'

const page = '/admin/settings/sign-in'

/** Saves which ways to sign in are on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, query, keepChanges, t }) => {
    const before = await api.getSignInSettings()
    const kept = keepChanges(signInValues(before))
    const passkeyRelyingPartyId = textOfField(kept, 'passkeyRelyingPartyId').trim().toLowerCase()
    const isMoved = passkeyRelyingPartyId !== before.passkeyRelyingPartyId
    if (isMoved && before.passkeys > 0 && !isOn(form, 'domainConfirmed')) {
      throw new FormRefusal('domainConfirmed', t('methods.settings.domain_unconfirmed'))
    }
    const ways = {
      passkeysEnabled: isOn(kept, 'passkeysEnabled'),
      identityProvidersEnabled: isOn(kept, 'identityProvidersEnabled'),
    }
    if (leftWithoutWay(before, ways) > 0 && !isOn(form, 'leaveConfirmed')) {
      throw new FormRefusal('leaveConfirmed', t('methods.settings.leave_unconfirmed'))
    }
    const rememberBrowserDays = numberOfField(kept, 'rememberBrowserDays')
    if (!isDayCount(rememberBrowserDays)) {
      throw new FormRefusal('rememberBrowserDays', t('methods.settings.bad_days'))
    }
    const breachedPasswordService = textOfField(kept, 'breachedPasswordService')
    // Whether it may be plain http depends on the server's own address, which the API knows.
    const isUsable = isBreachService(breachedPasswordService, breachedPasswordService)
    if (breachedPasswordService !== '' && !isUsable) {
      throw new FormRefusal('breachedPasswordService', t('methods.settings.bad_address'))
    }
    const { relatedOrigins } = await api.updateSignInSettings({
      body: {
        ...ways,
        passkeyOfferEnabled: isOn(kept, 'passkeyOfferEnabled'),
        passkeyRelyingPartyId,
        recoveryCodesEnabled: isOn(kept, 'recoveryCodesEnabled'),
        rememberBrowserDays,
        newSignInNoticeEnabled: isOn(kept, 'newSignInNoticeEnabled'),
        breachedPasswordCheck: textOfField(kept, 'breachedPasswordCheck'),
        breachedPasswordService,
        accountChooserEnabled: isOn(kept, 'accountChooserEnabled'),
        signInPage: textOfField(kept, 'signInPage'),
      },
    })
    const fault = relatedOriginsFaults.find((one) => one === relatedOrigins)
    if (fault) return { done: 'saved', to: `${page}?related=${fault}` }
    return query.has('related') ? { done: 'saved', to: page } : { done: 'saved' }
  },
  (t) => ({
    fields: { VALIDATION_ERROR: 'passkeyRelyingPartyId' },
    texts: { VALIDATION_ERROR: t('methods.settings.bad_domain') },
  }),
)
