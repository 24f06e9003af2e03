'use client'

import { useEffect, useState } from 'react'
import { passkeyLibrary } from './options.ts'

/** A hidden field of the sign-in form: whether this browser can make passkeys. */
export function PasskeySupport() {
  const [isSupported, setSupported] = useState(false)
  useEffect(() => {
    let isHere = true
    void canMakePasskeys().then((can) => isHere && setSupported(can))
    return () => {
      isHere = false
    }
  }, [])
  return <input type="hidden" name="passkeySupport" value={isSupported ? '1' : ''} />
}

async function canMakePasskeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  const library = await passkeyLibrary()
  const [hasAutofill, hasPlatform] = await Promise.all([
    library.browserSupportsWebAuthnAutofill().catch(() => false),
    library.platformAuthenticatorIsAvailable().catch(() => false),
  ])
  return hasAutofill || hasPlatform
}
