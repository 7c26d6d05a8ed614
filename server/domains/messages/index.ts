export { messagesRoutes } from './messages.routes.ts'
export { createMessagesService } from './messages.service.ts'
