'use client'

import { type ReactNode, useCallback, useState } from 'react'

interface TileLogoProps {
  readonly src: string
  /** Replaces an image that cannot be shown. */
  readonly fallback: ReactNode
}

/** A logo on a white tile. */
export function TileLogo({ src, fallback }: TileLogoProps) {
  const [broken, setBroken] = useState(false)
  // The image may have failed before this script ran.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setBroken(true)
  }, [])
  if (broken) return fallback
  return (
    <span className="ui-tile ui-tile-lg bg-white">
      <img ref={check} src={src} alt="" onError={() => setBroken(true)} />
    </span>
  )
}
