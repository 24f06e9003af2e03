import fc from 'fast-check'

/** Every run draws the same examples; `TEST_SEED` draws others. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) })
