// How a capability describes itself in the API's document, with codes that the API has. Types only.

import type {
  ApiMethod,
  Capability,
  PostPath,
  PublicEndpoint,
} from '../wire/openapi/description.ts'
import type { OperatorErrorCode } from './errors.ts'

export type OperatorApiMethod = ApiMethod<OperatorErrorCode>
export type OperatorCapability = Capability<OperatorErrorCode>
export type OperatorPath = PostPath<OperatorErrorCode>
export type OperatorEndpoint = PublicEndpoint<OperatorErrorCode>
