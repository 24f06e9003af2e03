'use client'

import { useMemo } from 'react'
import { boolean, object, refine } from 'zod/mini'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { textUpTo } from '../_parts/rules.ts'

const maxNameLength = 30
const maxIssuerLength = 60
const identifier = /^[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])$/
const uri = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]+(?:\/[^?#]*)?$/

/** The rules of the general settings; the API decides. */
export function useGeneralSchema() {
  const t = useTexts()
  return useMemo(() => {
    const brackets = t('settings.no_angle_brackets')
    const tooLong = (max: number) => t('settings.too_long', { max })
    return object({
      appName: textUpTo(maxNameLength, tooLong(maxNameLength)).check(
        refine((name) => !/[<>]/.test(name), brackets),
      ),
      issuer: textUpTo(maxIssuerLength, tooLong(maxIssuerLength)).check(
        refine(isIssuer, t('settings.general.issuer_invalid')),
      ),
      dynamicClientRegistrationEnabled: boolean(),
      pkceRequired: boolean(),
      implicitFlowEnabled: boolean(),
      resourceOwnerPasswordCredentialsEnabled: boolean(),
    })
  }, [t])
}

function isIssuer(typed: string): boolean {
  const issuer = typed.trim()
  if (issuer.includes(':')) return uri.test(issuer)
  return issuer.length >= 3 && identifier.test(issuer) && !/--|__/.test(issuer)
}
