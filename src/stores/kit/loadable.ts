/** Data that a request loads: the value once it has arrived, until then the state of the request. */
export type Loadable<T> = T | 'failed' | 'loading'
