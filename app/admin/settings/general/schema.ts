'use client'

import { useMemo } from 'react'
import { z } from 'zod'
import { useTexts } from '../../../_console/use-texts.ts'
import { textUpTo } from '../_parts/rules.ts'

const maxNameLength = 30
const maxIssuerLength = 60
const identifier = /^[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])$/
const uri = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]+(?:\/[^?#]*)?$/

/** What the form of the general settings accepts; the API has the last word. */
export function useGeneralSchema() {
  const t = useTexts()
  return useMemo(() => {
    const brackets = t('settings.no_angle_brackets')
    const tooLong = (max: number) => t('settings.too_long', { max })
    return z.object({
      appName: textUpTo(maxNameLength, tooLong(maxNameLength)).refine(
        (name) => !/[<>]/.test(name),
        brackets,
      ),
      issuer: textUpTo(maxIssuerLength, tooLong(maxIssuerLength)).refine(
        isIssuer,
        t('settings.general.issuer_invalid'),
      ),
      passwordPolicy: z.string(),
      selfRegistrationEnabled: z.boolean(),
      selfRegistrationRequiresEmailVerification: z.boolean(),
      dynamicClientRegistrationEnabled: z.boolean(),
      pkceRequired: z.boolean(),
      implicitFlowEnabled: z.boolean(),
      resourceOwnerPasswordCredentialsEnabled: z.boolean(),
    })
  }, [t])
}

function isIssuer(typed: string): boolean {
  const issuer = typed.trim()
  if (issuer.includes(':')) return uri.test(issuer)
  return issuer.length >= 3 && identifier.test(issuer) && !/--|__/.test(issuer)
}
