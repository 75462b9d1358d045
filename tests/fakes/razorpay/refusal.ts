/** An error response of the provider. */
export class Refusal extends Error {
  readonly status: number
  readonly field: string | undefined

  constructor(description: string, { field, status = 400 }: { field?: string; status?: number } = {}) {
    super(description)
    this.field = field
    this.status = status
  }

  get body() {
    const isGeneral = this.field === undefined
    return {
      error: {
        code: this.status < 500 ? 'BAD_REQUEST_ERROR' : 'SERVER_ERROR',
        description: this.message,
        metadata: {},
        reason: isGeneral ? 'NA' : 'input_validation_failed',
        source: isGeneral ? 'NA' : 'business',
        step: isGeneral ? 'NA' : 'payment_initiation',
        ...(this.field !== undefined && { field: this.field })
      }
    }
  }
}
