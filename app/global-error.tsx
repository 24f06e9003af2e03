'use client'

import './globals.css'
import { Failure } from '#app/_ui/text/failure-texts.tsx'

/** Replaces the whole document when the layout itself failed. */
export default function DocumentFailed() {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <Failure retry={() => window.location.reload()} />
      </body>
    </html>
  )
}
