-- CreateIndex
CREATE INDEX "user_permissions_permission_id_user_id_idx" ON "user_permissions"("permission_id", "user_id");

-- CreateIndex
CREATE INDEX "user_groups_group_id_user_id_idx" ON "user_groups"("group_id", "user_id");
