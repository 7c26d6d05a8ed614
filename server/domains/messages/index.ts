export { messagesRoutes } from './messages.routes.ts'
export { createMessagesService, messageStateOf } from './messages.service.ts'
