/** Modules by repository: their functions take a source first, and they export nothing else but types. */
export type Modules<Source> = Readonly<
  Record<string, Readonly<Record<string, (source: Source, ...rest: never[]) => unknown>>>
>

/** The functions of a module, each without its first parameter. */
type Bound<Module> = {
  [Name in keyof Module]: Module[Name] extends (source: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/** Repositories: one for each module. */
export type BoundModules<Given> = {
  readonly [Name in keyof Given]: Bound<Given[Name]>
}

/**
 * Binds the functions of modules to a source, which is their first parameter: callers write `users.findById(7)` for
 * `findById(source, 7)`.
 */
export function bindModules<Source, Given extends Modules<Source>>(
  modules: Given,
  source: Source,
): BoundModules<Given> {
  const bound = mapValues(modules, (module) =>
    mapValues(module, (call) => call.bind(undefined, source)),
  )
  return bound as BoundModules<Given>
}

/**
 * Like `bindModules`, for many sources. A transaction uses few functions, so each is bound when it is read; binding all
 * of them would cost as much as a statement. The result cannot be spread.
 */
export function lazyBinder<Source, Given extends Modules<Source>>(
  modules: Given,
): (source: Source) => BoundModules<Given> {
  const binders = mapValues(modules, (module) =>
    lazily<Source>(mapValues(module, (call) => (source) => call.bind(undefined, source))),
  )
  return lazily(binders) as (source: Source) => BoundModules<Given>
}

/** Makes objects whose properties are computed from a source when they are read. */
function lazily<Source>(
  properties: Readonly<Record<string, (source: Source) => unknown>>,
): (source: Source) => object {
  class Lazy {
    readonly source: Source

    constructor(source: Source) {
      this.source = source
    }
  }
  for (const [name, compute] of Object.entries(properties)) {
    Object.defineProperty(Lazy.prototype, name, {
      get(this: Lazy) {
        return compute(this.source)
      },
    })
  }
  return (source) => new Lazy(source)
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}
