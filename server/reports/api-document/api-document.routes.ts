import { getApiDocument } from '../../../contract/api-document.ts'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'

export function apiDocumentRoutes(): BoundEndpoint[] {
  return [
    bind(getApiDocument, async () => {
      // Made when the owner looks: a start need not wait for it.
      const { openApiDocument } = await import('./openapi-document.ts')
      return openApiDocument() as EndpointResponse<typeof getApiDocument>
    }),
  ]
}
