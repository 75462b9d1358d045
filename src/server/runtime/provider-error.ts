/**
 * 'busy': not done, and other calls would fail now too. 'rejected': not done, and a retry would fail too.
 * 'unknown_outcome': it may have been done. 'invalid_response': the response is invalid; other calls may work.
 */
type ProviderErrorKind = 'busy' | 'invalid_response' | 'rejected' | 'unknown_outcome'

/** The provider failed or refused a request. The message is the provider's, for logs and admins, never for riders. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind

  constructor(kind: ProviderErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
