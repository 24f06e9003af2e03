'use client'

import { useCallback, useState } from 'react'

/** A client's logo; a broken image leaves no gap. */
export function ClientLogo({ src }: { readonly src: string }) {
  const [broken, setBroken] = useState(false)
  // The image may have failed before this script ran.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setBroken(true)
  }, [])
  if (broken) return null
  return (
    <img
      ref={check}
      src={src}
      alt=""
      className="mb-2 max-h-24 max-w-[min(220px,100%)] object-contain"
      onError={() => setBroken(true)}
    />
  )
}
